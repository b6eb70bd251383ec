/** What the command line may use of the process that it runs in. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly stdin?: NodeJS.ReadStream;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  /** Aborts when the process is asked to stop; the reason is the signal's name. */
  readonly signal: AbortSignal;
}
