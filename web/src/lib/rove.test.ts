import { expect, it } from "vitest";
import { nearest } from "./rove";

const box = (left: number, top: number) => ({ left, top, width: 10, height: 10 });
const boxes = [box(0, 0), box(20, 0), box(21, 30), box(0, 40), box(60, 2)];

it("goes to the next thing in a direction", () => {
  expect(nearest(boxes, 0, "right")).toBe(1);
  expect(nearest(boxes, 1, "right")).toBe(4);
  expect(nearest(boxes, 1, "down")).toBe(2);
  expect(nearest(boxes, 0, "down")).toBe(3);
  expect(nearest(boxes, 3, "up")).toBe(0);
});

it("stays where nothing lies", () => {
  expect(nearest(boxes, 0, "left")).toBeNull();
  expect(nearest(boxes, 9, "left")).toBeNull();
});
