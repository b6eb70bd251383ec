/** Several live objects answer to one natural key: which one is meant cannot be told, so none is touched. */
export class AmbiguousError extends Error {
  override readonly name = "AmbiguousError";
  readonly ids: readonly string[];

  constructor(subject: string, ids: readonly string[]) {
    super(
      `${subject} exists ${ids.length} times: ${ids.join(", ")}. Nothing was changed. ` +
        `Remove the ones that are not wanted, or pin one with \`id\`.`,
    );
    this.ids = ids;
  }
}

/** A write got no answer that settles whether it took place, and reading back did not settle it either. */
export class OutcomeUnknownError extends Error {
  override readonly name = "OutcomeUnknownError";

  /** `where`: what to look at, as method and path. */
  constructor(subject: string, cause: Error, where: string) {
    super(`It is not known whether ${subject} took place: ${cause.message} Look at ${where} before the next run.`, {
      cause,
    });
  }
}

/** The project was created, which takes no settings; the update that carries them failed. The id must not be lost. */
export class SettingsNotAppliedError extends Error {
  override readonly name = "SettingsNotAppliedError";

  constructor(id: string, cause: Error) {
    // What the service does not take, it will not take from the next run either.
    const outlook = cause instanceof NotTakenError ? "" : " The next run goes on from there.";
    super(`Project ${id} was created, its settings were not applied: ${cause.message}${outlook}`, { cause });
  }
}

/** The component was integrated, and is not what was declared. Its id must not be lost. */
export class NotAsDeclaredError extends Error {
  override readonly name = "NotAsDeclaredError";

  constructor(subject: string, id: string, cause: Error) {
    super(`The ${subject} was integrated as ${id}, and is not as declared: ${cause.message}`, { cause });
  }
}

/** An update was answered with a change to something nobody asked to change. */
export class UndeclaredChangeError extends Error {
  override readonly name = "UndeclaredChangeError";
  readonly fields: readonly string[];

  constructor(subject: string, fields: readonly string[]) {
    super(
      `The update of ${subject} also changed ${fields.join(", ")}, which was not declared. ` +
        `Compare with what it should be, and declare it.`,
    );
    this.fields = fields;
  }
}

/** The service answered an update with values other than those that were sent. */
export class NotTakenError extends Error {
  override readonly name = "NotTakenError";
  readonly fields: readonly string[];

  constructor(subject: string, fields: readonly string[]) {
    super(
      `The service did not take ${fields.join(", ")} of ${subject} as declared. Declare what it answers, or ask its owner.`,
    );
    this.fields = fields;
  }
}

/** An update of settings would lose a secret that the service does not show and nobody declares. */
export class SecretAtRiskError extends Error {
  override readonly name = "SecretAtRiskError";
  readonly settings: readonly string[];

  constructor(subject: string, settings: readonly string[]) {
    super(
      `The settings of ${subject} were not updated: the service hides ${settings.join(", ")}, and an update without it ` +
        `might lose it. Declare ${settings.join(", ")} as well.`,
    );
    this.settings = settings;
  }
}

/** A project still holds something, which its deletion would take with it. */
export class NotEmptyError extends Error {
  override readonly name = "NotEmptyError";
  readonly children: readonly string[];

  constructor(subject: string, children: readonly string[]) {
    super(
      `The ${subject} is not deleted: it holds ${children.join(", ")}, which this deletion would take with it. Remove or ` +
        `move these first.`,
    );
    this.children = children;
  }
}
