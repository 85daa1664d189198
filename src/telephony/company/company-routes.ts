import { operation } from '../http/operation.ts'
import { CompanySchema, companyView } from './company-view.ts'
import { CompanyPatch, updateCompany } from './update-company.ts'

export const companyRoutes = [
  operation({
    method: 'GET',
    path: '/system/company',
    area: 'Company',
    summary: 'Get the company',
    access: 'users',
    success: { status: 200, schema: CompanySchema },
    problems: [],
    handle: ({ telephony, actor }) => companyView(telephony.database.read, actor.company),
  }),
  operation({
    method: 'PATCH',
    path: '/company',
    area: 'Company',
    summary: 'Update the company',
    access: 'owner',
    body: CompanyPatch,
    success: { status: 200, schema: CompanySchema },
    problems: [400, 403],
    handle: ({ telephony, actor, body }) => updateCompany(telephony, actor, body),
  }),
]
