"use strict";

/*
 * The provider of every component in every state that this package ever wrote. In a normal installation a state names this
 * file (`require("projectsync/stub/component")`); in a linked one it holds the text of these functions. So: never rename,
 * never change, capture nothing. What it does is in projectsync/runtime, whose `serve` keeps serving protocol 1.
 */
const call = (method, args) =>
  import("projectsync/runtime").then(
    (runtime) => runtime.serve(1, "component")[method](...args),
    (error) => {
      const missing = error.code === "ERR_MODULE_NOT_FOUND" && error.message.includes("'projectsync'");
      throw missing ? new Error("Add projectsync to this program's dependencies.") : error;
    },
  );

module.exports = {
  configure: (...args) => call("configure", args),
  check: (...args) => call("check", args),
  diff: (...args) => call("diff", args),
  create: (...args) => call("create", args),
  read: (...args) => call("read", args),
  update: (...args) => call("update", args),
  delete: (...args) => call("delete", args),
};
