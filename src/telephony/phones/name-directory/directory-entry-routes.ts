import { operationOf } from '../../http/operation.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { extensionToHear, ownExtension } from '../extensions/extension-access.ts'
import { DirectoryEntrySchema, setDirectoryEntry, showDirectoryEntry } from './set-directory-entry.ts'

const operation = operationOf<TelephonyPlatform>()

const at = {
  path: '/instances/:instance_uuid/extensions/:extension_id/directory-entry',
  area: 'Name directories',
} as const

export const directoryEntryRoutes = [
  operation({
    method: 'GET',
    ...at,
    access: 'hear greetings',
    summary: 'Get whether an extension is in the directory by name',
    success: { status: 200, schema: DirectoryEntrySchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => extensionToHear(context, actor, params),
    handle: ({ context, subject }) => showDirectoryEntry(context, subject),
  }),
  operation({
    method: 'PUT',
    ...at,
    access: 'change greetings',
    summary: 'Put an extension into the directory by name, or leave it out',
    description: 'Of its present user: the next user is in the directory until they are left out, too.',
    body: DirectoryEntrySchema,
    success: { status: 200, schema: DirectoryEntrySchema },
    problems: [400, 403, 404],
    find: ({ context, actor, params }) => ownExtension(context, actor, params),
    handle: ({ context, actor, subject, body }) => setDirectoryEntry(context, actor, subject, body),
  }),
]
