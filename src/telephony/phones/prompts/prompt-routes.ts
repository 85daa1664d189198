import type { ContentPlace } from '../../../platform/contents/contents.ts'
import { HttpResponse } from '../../http/http-response.ts'
import { operationOf } from '../../http/operation.ts'
import { currentCompany } from '../../identity/current-company.ts'
import type { Identity } from '../../identity/identity.ts'
import { notFound } from '../../problem.ts'
import type { MessageReference, PromptReference } from '../pbx/flow/call-sound.ts'
import { placeOfRecording } from '../pbx/place-of-recording.ts'
import { readPromptToken } from './prompt-url.ts'
import { placeOfAnnouncement, placeOfPrompt } from './store-prompt.ts'

const operation = operationOf<Identity>()

export const promptRoutes = [
  operation({
    method: 'GET',
    path: '/prompts/:token',
    area: 'Instances',
    summary: 'Download a prompt or a voicemail message, for the PBX',
    description:
      'Only Switchboard knows the addresses of prompts and messages, and gives them to the PBX. The address of a message is valid for five minutes.',
    access: 'follow a link that carries a token',
    success: { status: 200, type: 'audio/wav' },
    problems: [404],
    async handle({ context, params }) {
      const sound = readPromptToken(context, params.token!)
      const place = sound && (await findPlace(context, sound))
      const content = place && (await context.contents.stream(place))
      if (!content) throw notFound('This address is not valid')
      return new HttpResponse(content.stream, {
        headers: {
          'content-type': 'audio/wav',
          'content-length': String(content.size),
          // The bytes of a prompt never change. Messages are private.
          'cache-control': 'promptId' in sound ? 'private, max-age=31536000, immutable' : 'no-store',
          'content-security-policy': "sandbox; default-src 'none'",
        },
      })
    },
  }),
]

async function findPlace(
  identity: Identity,
  sound: PromptReference | MessageReference,
): Promise<ContentPlace | undefined> {
  const ofEverybody = 'promptId' in sound ? placeOfAnnouncement(sound) : undefined
  if (ofEverybody) return ofEverybody
  const company = await currentCompany(identity, sound.companyId)
  if (company?.status !== 'active') return undefined
  return 'promptId' in sound
    ? placeOfPrompt(company, sound.promptId)
    : placeOfRecording(company, sound.messageId)
}
