/** Throws on an older Node.js, which would fail later with a message that says nothing. */
if (!("withResolvers" in Promise)) {
  throw new Error(
    `The emulator of projectsync needs Node.js 22.19 or newer. This is Node.js ${process.versions.node}.`,
  );
}
