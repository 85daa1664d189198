import { Answer } from '../../http/answer.ts'
import { operationOf } from '../../http/operation.ts'
import { currentCompany } from '../../identity/current-company.ts'
import type { Identity } from '../../identity/identity.ts'
import { notFound } from '../../problem.ts'
import { readPromptToken } from './prompt-url.ts'
import { placeOfPrompt } from './store-prompt.ts'

const operation = operationOf<Identity>()

export const promptRoutes = [
  operation({
    method: 'GET',
    path: '/prompts/:token',
    area: 'Instances',
    summary: 'Download a prompt, for the PBX',
    description: 'Only Switchboard knows the addresses of prompts, and gives them to the PBX.',
    access: 'anyone',
    success: { status: 200, type: 'audio/wav' },
    problems: [404],
    async handle({ context, params }) {
      const prompt = readPromptToken(context, params.token!)
      const company = prompt && (await currentCompany(context, prompt.companyId))
      if (company?.status !== 'active') throw notFound('This address is not valid')
      const content = await context.contents.stream(placeOfPrompt(company, prompt!.promptId))
      if (!content) throw notFound('This address is not valid')
      return new Answer(content.stream, {
        headers: {
          'content-type': 'audio/wav',
          'content-length': String(content.size),
          // The bytes of a prompt never change.
          'cache-control': 'private, max-age=31536000, immutable',
          'content-security-policy': "sandbox; default-src 'none'",
        },
      })
    },
  }),
]
