/** What is open over any page. */
export const shell: { settingsOpen: boolean; keysOpen: boolean } = $state({ settingsOpen: false, keysOpen: false });
