import type { TelephonyDb } from '../telephony-platform.ts'

/** Something that carries files, such as texts and faxes. The district that sends them implements it. */
export interface FileUse {
  /** Whether the user may read the file because it was sent or received with something they can see. */
  isVisibleTo(db: TelephonyDb, companyId: number, fileId: string, contactId: string): Promise<boolean>
  /** Why the file must not be deleted; undefined if it may be. `held`: users under a legal hold. */
  reasonToKeep(
    db: TelephonyDb,
    companyId: number,
    fileId: string,
    held: readonly string[],
  ): Promise<string | undefined>
}
