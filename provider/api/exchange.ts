import type { Dispatcher } from "undici";
import type { Head, HttpAnswer } from "./answers.ts";
import { createBodyText } from "./body-text.ts";

/** What an exchange tells while it runs. */
export interface ExchangeEvents {
  /**
   * Called just before the first byte is written. Until then the service certainly saw nothing, so a create may be repeated.
   * Error codes cannot tell this: a TLS alert, for example, may also arrive after the request was sent.
   */
  readonly onSend: () => void;
  /** Called when status and headers have arrived. */
  readonly onHead: (head: Head) => void;
}

/**
 * Sends one request and receives the complete answer. Rejects with the signal's reason as soon as it aborts. Takes the answer as the
 * parser of HTTP finds it: a stream for each answer would cost a third of the processor time of a request.
 */
export async function exchange(
  agent: Dispatcher,
  request: Dispatcher.DispatchOptions,
  signal: AbortSignal,
  { onSend, onHead }: ExchangeEvents,
): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const body = createBodyText();
  let head: Head | undefined;
  let controller: Dispatcher.DispatchController | undefined;
  const abort = (): void => {
    reject(signal.reason);
    controller?.abort(signal.reason);
  };
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  else {
    agent.dispatch(request, {
      onRequestStart: (started) => {
        controller = started;
        if (signal.aborted) started.abort(signal.reason);
        else onSend();
      },
      onResponseStart: (_controller, statusCode, headers) => {
        // An answer of 1xx comes before the real one.
        if (statusCode < 200) return;
        head = { statusCode, headers };
        onHead(head);
      },
      onResponseData: (_controller, chunk) => body.add(chunk),
      onResponseEnd: () => {
        if (head !== undefined) resolve({ head, text: body.text(), isUtf8: body.isUtf8() });
      },
      onResponseError: (_controller, error) => reject(error),
    });
  }
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
