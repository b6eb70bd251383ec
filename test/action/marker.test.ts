import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  firstLine,
  isNewer,
  lastLine,
  readMarker,
  startsWithLine,
  STAGES,
  type Marker,
} from "../../action/comment/marker.ts";

const digest = fc.stringMatching(/^[\w-]{22}$/);
const object = fc.stringMatching(/^[\w-]{8}$/);
const changes = fc
  .tuple(fc.array(fc.record({ object, effect: digest })), fc.array(fc.record({ object, effect: fc.constant(null) })))
  .map(([shown, over]) => [...shown, ...over]);
const number = fc.nat();
const markers: fc.Arbitrary<Marker> = fc.record({
  stage: fc.constantFrom(...STAGES),
  run: fc.record({ id: number, attempt: number }),
  commit: fc.stringMatching(/^[\da-f]{40}$/),
  changes: fc.option(changes),
  isComplete: fc.boolean(),
});
const labels = fc.string({ unit: "grapheme", minLength: 1, maxLength: 50 });

describe("the hidden lines of a comment", () => {
  it("hold any label, and tell labels apart", () => {
    fc.assert(
      fc.property(labels, labels, fc.string(), (label, other, text) => {
        const about = { folder: ".", patterns: ["*.yaml"], only: undefined, baseUrl: undefined };
        const line = firstLine({ label, ...about });
        expect(line.slice(4, -3)).not.toMatch(/--|>/);
        expect(startsWithLine(`${line}\n${text}`, line)).toBe(true);
        expect(startsWithLine(`${line}\n${text}`, firstLine({ label: other, ...about }))).toBe(label === other);
        expect(startsWithLine(`${text}x${line}`, line)).toBe(false);
      }),
    );
  });

  it("hold any marker, below any text, with the line ends of any editor", () => {
    fc.assert(
      fc.property(markers, fc.string(), fc.constantFrom("\n", "\r\n"), (marker, text, end) => {
        const line = lastLine(marker);
        expect(line.slice(4, -3)).not.toContain(">");
        expect(readMarker(`${text}${end}${line}${end}`)).toMatchObject(marker);
        expect(readMarker(`${text}${end}${line}${end}more`)).toBeUndefined();
      }),
    );
  });

  it("never make two comments newer than each other", () => {
    fc.assert(
      fc.property(markers, markers, (a, b) => {
        expect(isNewer(a, b) && isNewer(b, a)).toBe(false);
        expect(isNewer(a, a)).toBe(false);
      }),
    );
  });

  it.each(["{}", '{"version":1}', "{", '{"version":2,"stage":"plan","changes":"short"}'])(
    "are not read if they are %s",
    (json) => expect(readMarker(`x\n<!-- projectsync:${json} -->`)).toBeUndefined(),
  );
});
