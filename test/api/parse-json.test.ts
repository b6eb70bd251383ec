import fc from "fast-check";
import { expect, it } from "vitest";
import { OddRecordError } from "../../core/api/errors.ts";
import { LOST_NUMBER, parseJson } from "../../core/api/parse-json.ts";
import { hasMask } from "../../core/resources/component/masked-settings.ts";
import { caught, connect } from "./connect.ts";
import { startFaultServer, type Fault } from "./fault-server.ts";

const raw =
  (body: string): Fault =>
  (response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end(body);

it.each([
  "0",
  "-0",
  "9007199254740992",
  "12345678901234567000",
  "100000000000000000000",
  "1.10",
  "1.0000000000000000000",
  "1.1000000000000001",
  "0.10000000000000001",
  "1000000000000000000000000",
  "0.00000000000000000001",
  "1e3",
  "1E400000",
  "6.02214076e23",
  '"1234567890123456789"',
  '"a: 1234567890123456789"',
])("reads %s as JSON.parse does, unless that loses it", (source) => {
  const text = `{"a": [${source}]}`;
  const plain: unknown = JSON.parse(text);
  expect(parseJson(text)).toEqual(source === "1E400000" ? { a: [LOST_NUMBER] } : plain);
});

it.each([
  '{"data": [1], "data": []}',
  '{"a": {"slug": "x", "b": {}, "slug" : "y"}}',
  String.raw`{"a\\": 1, "b": "\\\":", "a\\": 2}`,
  '{"__proto__": 1, "__proto__": 2}',
])("takes no JSON with a duplicate key: %s", (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

it("reads keys, colons, quotes and backslashes in texts", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(3), (value, space) => {
      const text = JSON.stringify(value, undefined, space);
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
  const value = { 'a":"': String.raw`\" : "`, "": ["\\", ':"'] };
  expect(parseJson(JSON.stringify(value))).toEqual(value);
});

it.each([
  "9007199254740993",
  "-9007199254740993",
  "1234567890123456789",
  // As exact as a double may be, and written with other digits all the same.
  "144115188075855872",
  "1234567890123456512",
  "9007199254740993.0",
  "9007199254740993e0",
  "999999999999999.99",
  "1234567890123456.7",
  "0.12345678901234567890",
  "1234567.8901234567890",
  "1e400",
  "-1e400",
  "1e-400",
])("marks %s, which a number of JavaScript cannot keep, in any place", (source) => {
  expect(parseJson(`{"a":${source},"b":[1,${source}],"c": {"d":\n ${source}}}`)).toEqual({
    a: LOST_NUMBER,
    b: [1, LOST_NUMBER],
    c: { d: LOST_NUMBER },
  });
});

it("a number that cannot be kept counts as one that the service hides: it is never sent back", () => {
  expect(hasMask(LOST_NUMBER)).toBe(true);
  expect(hasMask({ ids: [LOST_NUMBER] })).toBe(true);
});

it("a setting of any name is read", async () => {
  const settings = '{"a":1,"__proto__":"x","constructor":"y","num":1234567890123456789}';
  await using server = await startFaultServer(raw(`{"id":"pc_1","settings":${settings}}`));
  const { settings: read } = await connect(server).components.get("prj_1", "pc_1");
  expect(Object.keys(read ?? {})).toEqual(["a", "__proto__", "constructor", "num"]);
});

it("an id that cannot be kept is no id", async () => {
  await using server = await startFaultServer(raw('{"id":1234567890123456789,"slug":"site"}'));
  expect(await caught(connect(server).projects.get("prj_1"))).toBeInstanceOf(OddRecordError);
});

it("an id that a number would keep, and JavaScript writes otherwise, is no id of another object", async () => {
  await using server = await startFaultServer(raw('{"id":144115188075855872,"slug":"site"}'));
  expect(await caught(connect(server).projects.get("prj_1"))).toBeInstanceOf(OddRecordError);
});
