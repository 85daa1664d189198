/**
 * `unavailable`: the provider does not answer, or has no usable discovery document; `cancelled`: by the person;
 * `refused`: by the provider, or because its answer is not valid.
 */
export type OpenIdFault = 'unavailable' | 'cancelled' | 'refused'

export class OpenIdFailure extends Error {
  readonly fault: OpenIdFault

  /** The causes of `error` are left out, since they may contain tokens. */
  constructor(fault: OpenIdFault, error: unknown) {
    super(describe(error))
    this.fault = fault
  }
}

/** The network, not the content of an answer. */
export function isUnreachable(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && error.message === 'fetch failed')
}

function describe(error: unknown): string {
  const { message, code, error: oauthError, cause } = error as Record<string, unknown>
  const causeCode = (cause as { code?: unknown } | undefined)?.code
  return [message, code, oauthError, causeCode].filter((part) => typeof part === 'string').join(', ')
}
