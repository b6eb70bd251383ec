import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  firstLine,
  hasLabel,
  isNewer,
  lastLine,
  readMarker,
  STAGES,
  type Marker,
} from "../../action/comment/marker.ts";

const digest = fc.stringMatching(/^[\w-]{22}$/);
const digests = fc.array(digest);
const object = fc.stringMatching(/^[\w-]{8}$/);
const changes = fc
  .tuple(fc.array(fc.record({ object, effect: digest })), fc.array(fc.record({ object, effect: fc.constant(null) })))
  .map(([shown, over]) => [...shown, ...over]);
const number = fc.nat();
const markers: fc.Arbitrary<Marker> = fc.record({
  stage: fc.constantFrom(...STAGES),
  run: fc.record({ id: number, attempt: number }),
  step: fc.stringMatching(/^[\w-]{0,22}$/),
  commit: fc.stringMatching(/^[\da-f]{40}$/),
  projects: digests,
  changes: fc.option(changes),
  isComplete: fc.boolean(),
});
const labels = fc.string({ unit: "grapheme", minLength: 1, maxLength: 50 });

describe("the hidden lines of a comment", () => {
  it("hold any label, and tell labels apart", () => {
    fc.assert(
      fc.property(labels, labels, fc.string(), (label, other, text) => {
        const line = firstLine(label);
        expect(line.slice(4, -3)).not.toMatch(/--|>/);
        expect(hasLabel(`${line}\n${text}`, label)).toBe(true);
        expect(hasLabel(`${line}\n${text}`, other)).toBe(label === other);
        expect(hasLabel(`${text}x${line}`, label)).toBe(false);
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
