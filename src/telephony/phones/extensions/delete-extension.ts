import { recordChange } from '../../company/audit/record-change.ts'
import type { Actor } from '../../identity/actor.ts'
import { changePbx } from '../pbx/change-pbx.ts'
import type { Phones } from '../phones.ts'
import { deleteGreetingRow } from '../voicemail/greetings/greeting-store.ts'
import { type FoundExtension, storedExtensionToDelete } from './extension-access.ts'
import { deleteExtensionRow } from './extension-store.ts'
import type { ExtensionView } from './extension-view.ts'
import { showExtension } from './show-extension.ts'

/** When this resolves, no phone can register as the extension. */
export async function deleteExtension(
  phones: Phones,
  actor: Actor,
  found: FoundExtension,
): Promise<ExtensionView> {
  const { company } = actor
  const {
    instance,
    extension: { id, number },
  } = found
  return changePbx(
    phones,
    { instance, number },
    {
      async check(db) {
        await storedExtensionToDelete(db, actor, found)
      },
      apply: (pbx) => pbx.remove({ domain: instance.domain, number }),
      async commit(tx) {
        const extension = await storedExtensionToDelete(tx.db, actor, found)
        const before = await showExtension(phones, tx.db, actor, extension)
        await deleteExtensionRow(tx.db, company.id, id)
        await deleteGreetingRow(tx.db, company.id, id)
        await recordChange(tx, phones.clock, actor, {
          action: 'extension.deleted',
          id,
          before,
          after: null,
        })
        return before
      },
    },
  )
}
