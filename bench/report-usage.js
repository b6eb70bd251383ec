/*
 * Imported before the program that is measured: sends at its end what it used, as the system counts it. JavaScript, because Node would
 * need time and memory to read TypeScript.
 */

process.once("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.send?.({ cpuMs: (userCPUTime + systemCPUTime) / 1000, peakKiB: maxRSS });
});
// A channel would keep the process alive.
process.channel?.unref();
