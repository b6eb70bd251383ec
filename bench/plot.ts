import type { Row } from "./run.ts";

const WIDTH = 720;
const HEIGHT = 420;
const LEFT = 70;
const RIGHT = 200;
const TOP = 30;
const BOTTOM = 50;
const COLOURS = ["#1f6feb", "#d1242f", "#1a7f37", "#9a6700", "#8250df"];

/**
 * How the seconds of each kind of run grow with the number of projects, with the fewest connections that were measured. Both axes
 * are logarithmic, so that linear growth is a straight line at the same slope as the limit, which is dashed.
 */
export function plot(rows: readonly Row[]): string {
  const fewest = Math.min(...rows.map(({ connections }) => connections));
  const shown = rows.filter(({ connections }) => connections === fewest);
  const sizes = [...new Set(shown.map(({ projects }) => projects))].toSorted((a, b) => a - b);
  const all = shown.flatMap(({ networkMs, limitMs }) => [networkMs / 1000, limitMs / 1000]);
  const [from, to] = [Math.floor(Math.log10(Math.min(...all))), Math.ceil(Math.log10(Math.max(...all)))];
  const x = (projects: number): number => {
    const [least = 1, most = 1] = [sizes[0], sizes.at(-1)];
    const share = most === least ? 0.5 : Math.log(projects / least) / Math.log(most / least);
    return LEFT + share * (WIDTH - LEFT - RIGHT);
  };
  const y = (seconds: number): number =>
    HEIGHT - BOTTOM - ((Math.log10(seconds) - from) / (to - from)) * (HEIGHT - TOP - BOTTOM);
  const line = (points: readonly (readonly [number, number])[], colour: string, dash = ""): string =>
    `<polyline fill="none" stroke="${colour}" stroke-width="2"${dash} points="${points.map((point) => point.map((each) => each.toFixed(1)).join(",")).join(" ")}"/>`;
  const text = (left: number, top: number, content: string, anchor = "start"): string =>
    `<text x="${left.toFixed(1)}" y="${top.toFixed(1)}" text-anchor="${anchor}">${content}</text>`;
  const ticks = Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
  const curves = [...Map.groupBy(shown, ({ step }) => step)].flatMap(([step, points], index) => {
    const colour = COLOURS[index % COLOURS.length] ?? "black";
    const label = TOP + 20 * index;
    return [
      line(
        points.map(({ projects, networkMs }) => [x(projects), y(networkMs / 1000)]),
        colour,
      ),
      line(
        points.map(({ projects, limitMs }) => [x(projects), y(limitMs / 1000)]),
        colour,
        ' stroke-dasharray="4 4"',
      ),
      line(
        [
          [WIDTH - RIGHT + 20, label],
          [WIDTH - RIGHT + 45, label],
        ],
        colour,
      ),
      text(WIDTH - RIGHT + 52, label + 4, step),
    ];
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">`,
    `<title>Seconds by projects, with ${fewest} connections; dashed: the limit</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    ...ticks.flatMap((seconds) => [
      line(
        [
          [LEFT, y(seconds)],
          [WIDTH - RIGHT, y(seconds)],
        ],
        "#d0d7de",
      ),
      text(LEFT - 8, y(seconds) + 4, `${seconds} s`, "end"),
    ]),
    ...sizes.map((projects) => text(x(projects), HEIGHT - BOTTOM + 22, String(projects), "middle")),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, `projects (${fewest} connections; dashed: the limit)`, "middle"),
    ...curves,
    "</svg>",
  ].join("\n")}\n`;
}
