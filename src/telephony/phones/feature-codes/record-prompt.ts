import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inWorkFolder, workplaceOf } from '../../../platform/documents/in-work-folder.ts'
import type { UploadBody } from '../../http/upload-body.ts'
import type { Actor } from '../../identity/actor.ts'
import { requirePermission } from '../../identity/permissions.ts'
import { notFound } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { OwnPhone } from '../calls/find-phone.ts'
import type { FeatureUse } from '../pbx/pbx.ts'
import { findDialled } from '../routing/find-dialled.ts'
import { setMenuPrompt } from '../routing/set-menu-prompt.ts'
import { setGreeting } from '../voicemail/greetings/greeting-actions.ts'

/** Stores a sound as if it had been uploaded. */
type SetPrompt = (body: UploadBody) => Promise<unknown>

/** What the actor may record by phone: the own greeting, or the prompt of the menu with the number. */
export async function findRecordablePrompt(
  platform: TelephonyPlatform,
  actor: Actor,
  phone: OwnPhone,
  number: string,
): Promise<SetPrompt> {
  if (number === '') {
    requirePermission(actor, 'change greetings', phone.extension.user_id)
    return (body) => setGreeting(platform, actor, phone, body)
  }
  const found = await findDialled(platform.database.read, phone.instance, number)
  if (!found || !('route' in found) || found.route.kind !== 'menu') throw notFound('There is no such menu')
  const { route } = found
  requirePermission(actor, 'change how calls are routed')
  return (body) => setMenuPrompt(platform, actor, route, body)
}

/** The PBX has recorded it; it is checked and converted as an uploaded file is. */
export async function keepRecording(
  { config }: TelephonyPlatform,
  { company }: Actor,
  setPrompt: SetPrompt,
  recording: NonNullable<FeatureUse['recording']>,
): Promise<void> {
  const sound = await recording.read()
  if (!sound) throw notFound('The PBX no longer has the recording')
  await inWorkFolder(workplaceOf(config, company), async (folder) => {
    const path = join(folder, 'prompt.wav')
    await writeFile(path, sound)
    await setPrompt({ isForm: false, fields: {}, files: [{ field: '', name: '', path, size: sound.length }] })
  })
}
