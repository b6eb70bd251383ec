import { createRedaction } from "../core/text/redaction.ts";

/*
 * How long redaction takes as secrets and texts grow together: a run over more projects has more of both. The ratio of two sizes
 * is what one can compare between machines: 4 for four times as many means that the time for a text does not depend on the
 * number of secrets. Then how long an answer of 1 MB takes with 50 secrets, in nanoseconds a character.
 */

const SIZES = [100, 400] as const;
const ROUNDS = 7;
/** Texts for each secret, such as the fields of a plan, the lines of a trace and the messages of an outcome. */
const TEXTS = 60;

const MEGABYTE = 1_000_000;
const ANSWERS = [
  ["prose", "The service could not find the project that you asked for; check its name, and try again later. "],
  ["JSON", `{"id":"prj_123","object":"project","domains":["www.example.com"],"path":"/v1/projects?x=1"},`],
  ["JSON as a text", String.raw`{\"id\":\"prj_123\",\"url\":\"https:\/\/h.example\/x?a=1&b=c%20d\"},\n`],
] as const;

const [small, large] = SIZES.map((size) => ({ size, milliseconds: best(size) }));
if (small === undefined || large === undefined) throw new Error("two sizes are needed");
for (const { size, milliseconds } of [small, large]) {
  const each = (1000 * milliseconds) / (size * TEXTS);
  say(`${size} secrets, ${size * TEXTS} texts: ${milliseconds.toFixed(1)} ms, ${each.toFixed(2)} µs a text`);
}
for (const [what, part] of ANSWERS) {
  const answer = part.repeat(MEGABYTE / part.length);
  const { add, redact } = createRedaction(["token-of-the-bench"]);
  add(Array.from({ length: 50 }, (_, index) => `s3cr/t+${index}-wJalrXUtnFEMI${index * 7919}==`));
  const times = Array.from({ length: ROUNDS }, () => timeOf(() => redact(answer).length));
  say(`1 MB of ${what}, 50 secrets: ${Math.min(...times).toFixed(1)} ms`);
}
say(`ratio ${(large.milliseconds / small.milliseconds).toFixed(1)} for ${large.size / small.size} times as many`);

function best(size: number): number {
  return Math.min(...Array.from({ length: ROUNDS }, () => once(size)));
}

/** Milliseconds of the processor: others may be using it. */
function once(size: number): number {
  const secrets = Array.from(
    { length: size },
    (_, index) => `secret-value-of-project-${index}-${(index * 7919) % 1000}`,
  );
  const texts = Array.from({ length: size * TEXTS }, (_, index) => textOf(index, secrets[index % size] ?? ""));
  return timeOf(() => {
    const { add, redact } = createRedaction(["token-of-the-bench"]);
    add(secrets);
    let shown = 0;
    for (const text of texts) shown += redact(text).length;
    return shown;
  });
}

function timeOf(redactAll: () => number): number {
  const began = process.threadCpuUsage();
  const shown = redactAll();
  const { user, system } = process.threadCpuUsage(began);
  if (shown === 0) throw new Error("nothing was redacted");
  return (user + system) / 1000;
}

/** One in 31 holds a secret. */
function textOf(index: number, secret: string): string {
  const path = `POST /v1/projects/prj_${index}/components/pc_1: 200 in 34 ms (attempt 1, request req_${index})`;
  return index % 31 === 0 ? `${path}: ${JSON.stringify({ access_token: secret })}` : path;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
