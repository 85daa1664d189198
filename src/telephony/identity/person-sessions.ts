import type { FastifyRequest } from 'fastify'

/** The parts of a request that identify a person. The handshake of a socket has them too. */
export type PersonRequest = Pick<FastifyRequest, 'headers' | 'method' | 'ip'>

/** A person who has signed in, as a user of a company. */
export interface SignedInPerson {
  readonly companyId: number
  readonly contactId: string
  /** The primary user of the company is its owner, whatever this says. */
  readonly role: 'administrator' | 'user'
  readonly sessionHash: string
  /** identifies the account of the person */
  readonly account: string
}

/** Sessions of people. This product has none of its own: the workspace implements them. */
export interface PersonSessions {
  /**
   * The person of the session cookie, with headers for the response; undefined if there is no cookie. Throws a Problem
   * if the session is not valid, the request comes from another site, or the account has no user here.
   */
  find(
    request: PersonRequest,
  ): Promise<{ person: SignedInPerson; headers: Record<string, string> } | undefined>
  /** The current state of a session; undefined if it has ended or the account has lost its user. */
  current(person: SignedInPerson): Promise<SignedInPerson | undefined>
  /** Whether a user of the company is an administrator, for an owner who acts as that user. */
  isAdministrator(companyId: number, contactId: string): Promise<boolean>
  /**
   * Calls the listener when sessions of the person's account may have ended, or its role or user may have changed.
   * Returns a function that ends this.
   */
  watch(person: SignedInPerson, listener: () => void): () => void
}

/** For a server whose telephony stands alone. */
export const noPersonSessions: PersonSessions = {
  find: async () => undefined,
  current: async () => undefined,
  isAdministrator: async () => false,
  watch: () => () => {},
}
