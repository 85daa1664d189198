import { operationOf } from '../../http/operation.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { extensionToHear, ownExtension } from '../extensions/extension-access.ts'
import { LanguageSchema, SpeechPatch, SpeechSchema } from './speech-view.ts'
import { showLanguage, showSpeech, updateLanguage, updateSpeech } from './update-speech.ts'

const operation = operationOf<TelephonyPlatform>()

const company = { path: '/company/speech', area: 'Company' } as const
const extension = {
  path: '/instances/:instance_uuid/extensions/:extension_id/language',
  area: 'Voicemail',
} as const

export const speechRoutes = [
  operation({
    method: 'GET',
    ...company,
    access: 'see the company, its users and locations',
    summary: 'Get the language of what callers hear, and whether texts can be spoken',
    success: { status: 200, schema: SpeechSchema },
    problems: [],
    handle: ({ context, actor }) => showSpeech(context, actor),
  }),
  operation({
    method: 'PATCH',
    ...company,
    access: 'change the company',
    summary: 'Change the language of what callers hear',
    description:
      'Announcements come from the sounds that are installed with the PBX, else from the speech program of the server. Where there is neither, callers hear tones.',
    body: SpeechPatch,
    success: { status: 200, schema: SpeechSchema },
    problems: [400, 403],
    handle: ({ context, actor, body }) => updateSpeech(context, actor, body),
  }),
  operation({
    method: 'GET',
    ...extension,
    access: 'hear greetings',
    summary: 'Get the language of what callers of an extension hear',
    success: { status: 200, schema: LanguageSchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => extensionToHear(context, actor, params),
    handle: ({ context, subject }) => showLanguage(context, subject),
  }),
  operation({
    method: 'PUT',
    ...extension,
    access: 'change greetings',
    summary: 'Set the language of what callers of an extension hear',
    description: 'Its user hears the own mailbox in this language, too. Null: the language of the company.',
    body: LanguageSchema,
    success: { status: 200, schema: LanguageSchema },
    problems: [400, 403, 404],
    find: ({ context, actor, params }) => ownExtension(context, actor, params),
    handle: ({ context, actor, subject, body }) => updateLanguage(context, actor, subject, body),
  }),
]
