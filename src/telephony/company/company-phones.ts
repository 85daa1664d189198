import type { Contact } from '../identity/contact.ts'
import type { TelephonyDb, TelephonyTransaction } from '../telephony-platform.ts'
import type { Location } from './locations/location.ts'

/** What users and locations need to know of the phones. The district `phones` implements it. */
export interface CompanyPhones {
  /** The first extension of each user, by user id. */
  findFirstExtensions(
    db: TelephonyDb,
    companyId: number,
    userIds: readonly string[],
  ): Promise<Map<string, ExtensionSummary>>
  /** Extensions, or numbers that route calls. */
  hasNumbersAt(db: TelephonyDb, companyId: number, location: Location): Promise<boolean>
  /** Lists of extensions are sorted and searched by the name of their user. */
  renameUser(db: TelephonyDb, companyId: number, user: Contact): Promise<void>
  /** Commits a change of a user together with what the PBX has to do about the user's phones. */
  changeUserPhones<T>(companyId: number, userId: string, change: UserChange<T>): Promise<T>
}

export interface ExtensionSummary {
  id: string
  number: number
  name: string
  description: string
}

export interface UserChange<T> {
  /** Whether the change admits the phones of the user or shuts them out. */
  concernsPhones(db: TelephonyDb): Promise<boolean>
  commit(tx: TelephonyTransaction): Promise<T>
}
