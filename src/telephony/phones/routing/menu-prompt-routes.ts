import { operationOf } from '../../http/operation.ts'
import { soundResponse } from '../../http/sound-response.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { menuSchemas, menus } from '../call-routes/menus.ts'
import { PROMPT_BYTES, placeOfPrompt } from '../prompts/store-prompt.ts'
import { menuWithPrompt, routeToEdit } from './call-route-access.ts'
import { deleteMenuPrompt, setMenuPrompt } from './set-menu-prompt.ts'

const operation = operationOf<TelephonyPlatform>()

const { area } = menus
const path = '/instances/:instance_uuid/menus/:menu_id/prompt'

export const menuPromptRoutes = [
  operation({
    method: 'GET',
    path,
    area,
    summary: 'Download the prompt of a menu',
    description: 'A WAV file. With a `Range` header, a part of it (206).',
    access: 'see how calls are routed',
    success: { status: 200, type: 'audio/wav', ranges: true },
    problems: [404, 416],
    find: ({ context, actor, params }) => menuWithPrompt(context, actor, params),
    handle: ({ context, actor, subject: { menu, prompt }, request }) =>
      soundResponse(context, placeOfPrompt(actor.company, prompt.id), {
        name: `menu-${menu.number}.wav`,
        size: prompt.size,
        range: request.headers.range,
      }),
  }),
  operation({
    method: 'PUT',
    path,
    area,
    summary: 'Upload the prompt of a menu, or have it spoken',
    description:
      'A WAV file, as form field `upfile` or as the body: mono or stereo, uncompressed, up to three minutes. It is converted to 8 kHz. Or form field `text`, which is spoken once, in `language` (else that of the company): 503 if no speech program is installed. For owners and administrators.',
    access: 'change how calls are routed',
    body: 'form',
    fileBytes: PROMPT_BYTES,
    success: { status: 200, schema: menuSchemas.view },
    problems: [400, 403, 404, 413, 503],
    find: ({ context, actor, params }) => routeToEdit(context, actor, menus, params),
    handle: ({ context, actor, subject, body }) => setMenuPrompt(context, actor, subject, body),
  }),
  operation({
    method: 'DELETE',
    path,
    area,
    summary: 'Delete the prompt of a menu',
    description: 'Callers hear only a tone from then on. For owners and administrators.',
    access: 'change how calls are routed',
    success: { status: 200, schema: menuSchemas.view },
    problems: [403, 404],
    find: ({ context, actor, params }) => routeToEdit(context, actor, menus, params),
    handle: ({ context, actor, subject }) => deleteMenuPrompt(context, actor, subject),
  }),
]
