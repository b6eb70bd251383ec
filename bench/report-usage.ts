/* Imported before the program that is measured: sends at its end what it used, as the system counts it. */

process.once("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.send?.({ cpuMs: (userCPUTime + systemCPUTime) / 1000, peakKiB: maxRSS });
});
// A channel would keep the process alive.
process.channel?.unref();
