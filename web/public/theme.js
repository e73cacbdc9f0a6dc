// Before anything is drawn: the theme of the settings, else of the system.
(() => {
    let wanted = "system";
    try {
        wanted = JSON.parse(localStorage.getItem("bungalow.settings") || "{}").theme || "system";
    } catch {
        // No storage: the system decides.
    }
    const dark = wanted === "dark" || (wanted === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
