import { operationOf } from '../http/operation.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { CompanySchema, companyView } from './company-view.ts'
import { CompanyPatch, updateCompany } from './update-company.ts'

const operation = operationOf<TelephonyPlatform>()

export const companyRoutes = [
  operation({
    method: 'GET',
    path: '/system/company',
    area: 'Company',
    summary: 'Get the company',
    access: 'see the company, its users and locations',
    success: { status: 200, schema: CompanySchema },
    problems: [],
    handle: ({ context, actor }) => companyView(context.database.read, actor.company),
  }),
  operation({
    method: 'PATCH',
    path: '/company',
    area: 'Company',
    summary: 'Update the company',
    access: 'change the company',
    body: CompanyPatch,
    success: { status: 200, schema: CompanySchema },
    problems: [400, 403],
    handle: ({ context, actor, body }) => updateCompany(context, actor, body),
  }),
]
