import { conflict, type Problem } from './problem.ts'

/** Whose data must not be deleted, such as for a lawsuit. The chat has the holds: the workspace implements it. */
export interface LegalHolds {
  /** Ids of users of the company, few of them. To be read before anything is deleted. */
  heldUsers(companyId: number): Promise<readonly string[]>
}

export const underLegalHold = (what: string): Problem =>
  conflict(`${what} under a legal hold and cannot be deleted`)
