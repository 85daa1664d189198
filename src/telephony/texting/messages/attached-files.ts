import { mayReadFile } from '../../files/file-access.ts'
import type { FileStorage } from '../../files/file-storage.ts'
import { filesTable } from '../../files/file-tables.ts'
import { sharedFileUrl } from '../../files/shared-file-url.ts'
import type { Actor } from '../../identity/actor.ts'
import { isObjectId } from '../../object-id.ts'
import { type Fault, invalid } from '../../problem.ts'

/** Carriers fetch attachments at once. A day allows for outages. */
const FETCHABLE_MS = 86_400_000

/** Throws unless each is an uploaded file that the actor may read. */
export async function checkAttachments(
  storage: FileStorage,
  actor: Actor,
  ids: readonly string[],
): Promise<void> {
  const faults: Fault[] = []
  for (const [index, id] of ids.entries()) {
    const file = isObjectId(id)
      ? await filesTable.find(storage.database.read, { company_id: actor.company.id, id })
      : undefined
    if (!file || !(await mayReadFile(storage, actor, file))) {
      faults.push({ pointer: `/files/${index}`, detail: 'is no file that you may attach' })
    } else if (file.content === null) {
      faults.push({ pointer: `/files/${index}`, detail: 'has not been uploaded yet' })
    }
  }
  if (faults.length > 0) throw invalid(faults)
}

/** Where the carrier fetches them. */
export function attachmentAddresses(
  storage: FileStorage,
  companyId: number,
  ids: readonly string[],
): string[] {
  const until = storage.clock.now() + FETCHABLE_MS
  return ids.map((id) => sharedFileUrl(storage, companyId, id, until))
}
