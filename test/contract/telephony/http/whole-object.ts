import fc from 'fast-check'
import type { TelephonyWorld } from '../../../harness/telephony-world.ts'
import type { Things } from '../access/things-of-acme.ts'

/** An edit of one field: a new value, and the fields that follow from it. */
export type Edit = fc.Arbitrary<unknown> | { to: fc.Arbitrary<unknown>; follow: readonly string[] }
/** What others do between GET and PUT. */
export type Change = (world: TelephonyWorld, things: Things, run: number) => Promise<unknown>

export interface WholeObject {
  /** where the whole object is read, if not at the address at which it is written */
  read?: string
  /** the member of the list that `read` returns */
  listed?: (item: Record<string, unknown>, things: Things) => boolean
  /** before the object is read */
  prepare?: Change
  /** by pointer */
  edits: Record<string, Edit>
  changes: Record<string, Change>
  /** fields with two forms: each pair is the same, whatever happens */
  same?: (whole: never) => (readonly [unknown, unknown])[]
  /** pointers of fields that every write changes */
  moves?: readonly string[]
}

export const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ]{0,18}[a-z]$/)

export const renameExtension: Change = ({ ada, acmePbx }, { ids }, run) =>
  ada.patch(`/instances/${acmePbx}/bulks/extensions/${ids.extension_id}`, { data: { name: `Phone ${run}` } })
