import { describe, expect, it } from "vitest";
import { CLOSEST, FARTHEST, fit, shows, toPlane, toWindow, zoom } from "./camera";

const WINDOW = { width: 800, height: 400 };
const BOX = { x: -100, y: 50, width: 400, height: 1000 };

describe("the camera", () => {
  it("fits a box into the window, its middle in the middle", () => {
    const camera = fit(BOX, WINDOW);
    expect(camera).toEqual({ x: 100, y: 550, scale: 0.4 });
    expect(shows(camera, WINDOW, BOX)).toBe(true);
    expect(shows({ ...camera, x: 1200 }, WINDOW, BOX)).toBe(false);
  });

  it("does not blow a small box up", () => {
    expect(fit({ x: 0, y: 0, width: 10, height: 10 }, WINDOW, 1.5).scale).toBe(1.5);
  });

  it("keeps the point under the finger while it zooms, within its bounds", () => {
    const camera = fit(BOX, WINDOW);
    const about = { x: 700, y: 90 };
    const still = toPlane(camera, WINDOW, about);
    const closer = zoom(camera, WINDOW, 1.7, about);
    const back = toWindow(closer, WINDOW, still);
    expect(back.x).toBeCloseTo(about.x);
    expect(back.y).toBeCloseTo(about.y);
    expect(zoom(camera, WINDOW, 1000, about).scale).toBe(CLOSEST);
    expect(zoom(camera, WINDOW, 0.0001, about).scale).toBe(FARTHEST);
  });
});
