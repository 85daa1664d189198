import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { featureCodeNames, featureCodes } from '../calls/feature-codes.ts'

const operation = operationOf<TelephonyPlatform>()

export const FeatureCodeSchema = Type.Object(
  {
    name: Type.Union(featureCodeNames.map((name) => Type.Literal(name))),
    code: Type.String({ description: 'What people dial, such as `*72`.' }),
    number: Type.Union([Type.Literal('required'), Type.Literal('optional'), Type.Literal('none')], {
      description: 'Whether a number follows.',
    }),
    description: Type.String(),
  },
  { additionalProperties: false },
)

export const featureCodeRoutes = [
  operation({
    method: 'GET',
    path: '/feature-codes',
    area: 'Feature codes',
    access: 'see how calls are routed',
    summary: 'List the codes that people dial at their phones',
    description:
      'A code changes settings of the person whose phone it is, in the same way and with the same permissions as the API.',
    success: { status: 200, schema: Type.Array(FeatureCodeSchema) },
    problems: [],
    handle: async () => [...featureCodes],
  }),
]
