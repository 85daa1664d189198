import { type Static, Type } from '@sinclair/typebox'
import { recordChange } from '../company/audit/record-change.ts'
import type { Actor } from '../identity/actor.ts'
import { nullable } from '../nullable.ts'
import { newObjectId } from '../object-id.ts'
import { forbidden } from '../problem.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { insertFile } from './file-store.ts'
import { type FileView, fileView } from './file-view.ts'

export const NewFile = Type.Object(
  {
    company_id: Type.Optional(nullable(Type.String({ maxLength: 50 }))),
    name: Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', title: 'more than blanks' }),
    description: Type.Optional(nullable(Type.String({ maxLength: 5000 }))),
  },
  { additionalProperties: false },
)

/** Creates a file whose bytes are uploaded afterwards. */
export async function createFile(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  input: Static<typeof NewFile>,
): Promise<FileView> {
  const { company, contact } = actor
  if (input.company_id != null && input.company_id !== company.public_id) {
    throw forbidden('company_id belongs to another company')
  }
  return transact(company.id, async (tx) => {
    const file = {
      company_id: company.id,
      id: newObjectId(clock),
      internal_id: await tx.next('file'),
      user_id: contact.id,
      name: input.name.trim(),
      description: input.description ?? '',
      content: null,
      mimetype: '',
      size: 0,
      uploaded_name: '',
      uploaded_at: null,
      preview: null,
      created_at: clock.now(),
    }
    await insertFile(tx.db, file)
    const after = fileView({ ...file, preview_size: 0 }, company.public_id)
    await recordChange(tx, clock, actor, { action: 'file.created', id: file.id, before: null, after })
    return after
  })
}
