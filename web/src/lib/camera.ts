/** The part of a board that is seen: a fixed plane under a window that can be moved and drawn closer. */
export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** The middle of the window in units, and pixels for a unit. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The plane is never larger than this on its own account. */
const LARGEST = 0.92;
export const CLOSEST = 2;
export const FARTHEST = 0.1;

export function fit(box: Box, window: Size, largest = LARGEST): Camera {
  const scale = Math.min(window.width / box.width, window.height / box.height, largest);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, scale: Math.max(scale, FARTHEST / 2) };
}

export function toPlane(camera: Camera, window: Size, at: Point): Point {
  return {
    x: camera.x + (at.x - window.width / 2) / camera.scale,
    y: camera.y + (at.y - window.height / 2) / camera.scale,
  };
}

export function toWindow(camera: Camera, window: Size, at: Point): Point {
  return {
    x: (at.x - camera.x) * camera.scale + window.width / 2,
    y: (at.y - camera.y) * camera.scale + window.height / 2,
  };
}

/** Closer or farther by a factor; the point of the plane under `about` stays there. */
export function zoom(camera: Camera, window: Size, factor: number, about: Point): Camera {
  const scale = Math.min(CLOSEST, Math.max(FARTHEST, camera.scale * factor));
  const still = toPlane(camera, window, about);
  return {
    x: still.x - (about.x - window.width / 2) / scale,
    y: still.y - (about.y - window.height / 2) / scale,
    scale,
  };
}

/** The box lies wholly in the window, a few units more or less. */
export function shows(camera: Camera, window: Size, box: Box, slack = 5): boolean {
  return (
    Math.abs(box.x + box.width / 2 - camera.x) + box.width / 2 <= window.width / 2 / camera.scale + slack &&
    Math.abs(box.y + box.height / 2 - camera.y) + box.height / 2 <= window.height / 2 / camera.scale + slack
  );
}

export function transformOf(camera: Camera, window: Size): string {
  const x = window.width / 2 - camera.x * camera.scale;
  const y = window.height / 2 - camera.y * camera.scale;
  return `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${camera.scale.toFixed(4)})`;
}
