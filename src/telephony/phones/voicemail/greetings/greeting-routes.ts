import { operationOf } from '../../../http/operation.ts'
import { soundResponse } from '../../../http/sound-response.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import { ownExtension } from '../../extensions/extension-access.ts'
import { PROMPT_BYTES, placeOfPrompt } from '../../prompts/store-prompt.ts'
import { greetingToHear } from './greeting-access.ts'
import { deleteGreeting, setGreeting } from './greeting-actions.ts'
import { GreetingSchema, greetingView } from './greeting-view.ts'

const operation = operationOf<TelephonyPlatform>()

const area = 'Voicemail'
const path = '/instances/:instance_uuid/extensions/:extension_id/greeting'

export const greetingRoutes = [
  operation({
    method: 'GET',
    path,
    area,
    summary: 'Get the greeting of an extension',
    description: 'For the primary user, managers and the user of the extension. 404 without a greeting.',
    access: 'hear greetings',
    success: { status: 200, schema: GreetingSchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => greetingToHear(context, actor, params),
    handle: async ({ subject }) => greetingView(subject.greeting),
  }),
  operation({
    method: 'GET',
    path: `${path}/audio`,
    area,
    summary: 'Download the greeting',
    description: 'A WAV file. With a `Range` header, a part of it (206).',
    access: 'hear greetings',
    success: { status: 200, type: 'audio/wav', ranges: true },
    problems: [403, 404, 416],
    find: ({ context, actor, params }) => greetingToHear(context, actor, params),
    handle: ({ context, actor, subject: { greeting }, request }) =>
      soundResponse(context, placeOfPrompt(actor.company, greeting.prompt_id), {
        name: `greeting-${greeting.extension_id}.wav`,
        size: greeting.size,
        range: request.headers.range,
      }),
  }),
  operation({
    method: 'PUT',
    path,
    area,
    summary: 'Set the greeting of an extension',
    description:
      'Callers hear it before they leave a message. A WAV file, as form field `upfile` or as the body: mono or stereo, uncompressed, up to three minutes. It is converted to 8 kHz. Or form field `text`, which is spoken once, in `language` (else that of the extension): 503 if no speech program is installed.',
    access: 'change greetings',
    body: 'form',
    fileBytes: PROMPT_BYTES,
    success: { status: 200, schema: GreetingSchema },
    problems: [400, 403, 404, 413, 503],
    find: ({ context, actor, params }) => ownExtension(context, actor, params),
    handle: ({ context, actor, subject, body }) => setGreeting(context, actor, subject, body),
  }),
  operation({
    method: 'DELETE',
    path,
    area,
    summary: 'Delete the greeting of an extension',
    description: 'Callers hear only a tone from now on.',
    access: 'change greetings',
    success: { status: 200, schema: GreetingSchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => greetingToHear(context, actor, params),
    handle: ({ context, actor, subject }) => deleteGreeting(context, actor, subject),
  }),
]
