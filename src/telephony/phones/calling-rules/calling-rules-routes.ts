import { operationOf } from '../../http/operation.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { extensionThatCalls, extensionToRestrict } from '../extensions/extension-access.ts'
import { CallingClassSchema, CallingRulesPatch, CallingRulesSchema } from './calling-rules-view.ts'
import { showCallingRules, updateCallingClass, updateCallingRules } from './update-calling-rules.ts'

const operation = operationOf<TelephonyPlatform>()

const company = { path: '/company/calling-rules', area: 'Company' } as const
const extension = {
  path: '/instances/:instance_uuid/extensions/:extension_id/calling-class',
  area: 'Extensions',
} as const

export const callingRulesRoutes = [
  operation({
    method: 'GET',
    ...company,
    access: 'see which numbers can be called',
    summary: 'Get the rules for calls to numbers outside',
    description: 'For owners and administrators.',
    success: { status: 200, schema: CallingRulesSchema },
    problems: [403],
    handle: ({ context, actor }) => showCallingRules(context, actor),
  }),
  operation({
    method: 'PATCH',
    ...company,
    access: 'decide which numbers can be called',
    summary: 'Change the rules for calls to numbers outside',
    description:
      'For owners and administrators. The rules count for every call that leaves over a trunk, also if somebody outside has caused it, and from the next call on. Emergency numbers can always be called.',
    body: CallingRulesPatch,
    success: { status: 200, schema: CallingRulesSchema },
    problems: [400, 403],
    handle: ({ context, actor, body }) => updateCallingRules(context, actor, body),
  }),
  operation({
    method: 'GET',
    ...extension,
    access: 'see which numbers an extension can call',
    summary: 'Get which numbers outside an extension may call',
    description: 'For owners, administrators and the user of the extension.',
    success: { status: 200, schema: CallingClassSchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => extensionThatCalls(context, actor, params),
    handle: async ({ subject }) => ({ calling_class: subject.extension.calling_class }),
  }),
  operation({
    method: 'PUT',
    ...extension,
    access: 'decide which numbers can be called',
    summary: 'Set which numbers outside an extension may call',
    description: 'For owners and administrators. New extensions may call the numbers of their own country.',
    body: CallingClassSchema,
    success: { status: 200, schema: CallingClassSchema },
    problems: [400, 403, 404],
    find: ({ context, actor, params }) => extensionToRestrict(context, actor, params),
    handle: ({ context, actor, subject, body }) => updateCallingClass(context, actor, subject, body),
  }),
]
