import { Type } from '@sinclair/typebox'
import { converted, integer, otherwise } from '../../http/parameter.ts'
import { textOrJson } from '../../http/text-or-json.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import type { Messages } from '../messages.ts'
import { reportMessage } from './report-message.ts'
import { type ReportReason, reportReasons } from './report-text.ts'

const endpoint = endpointOf<Messages>()

const reasons = Object.keys(reportReasons) as ReportReason[]

export const reportRoutes = [
  endpoint({
    method: 'POST',
    path: '/messages/:message_id/report',
    summary: 'Report a message',
    description:
      'The notification bot shows the message to the administrators, or in the stream that they chose for reports (`moderation_request_channel_id`), also a message of a private conversation.',
    access: 'report messages',
    parameters: {
      message_id: integer('Which message.'),
      report_type: converted<ReportReason>(
        'Why.',
        Type.Union(reasons.map((reason) => Type.Literal(reason))),
        (value) => reasons.find((reason) => reason === value || `"${reason}"` === value),
      ),
      description: otherwise(textOrJson('An explanation, which `other` needs: at most 1000 characters.'), ''),
    },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      const { message_id: id, report_type: reason, description } = input
      await reportMessage(chat, actor, id, { reason, description })
      return {}
    },
  }),
]
