import type { Company } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { CopiedValue } from '../../ui/copied-value.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Card } from '../../ui/section-page.tsx'
import { Fact, FactList } from '../shell/fact-list.tsx'

/** The read-only facts of the company. */
export function CompanyFacts({ company }: { company: Company }) {
  return (
    <Card title={p.company.facts}>
      <FactList>
        <Fact label={p.company.id}>
          <CopiedValue label={p.company.id} value={company.id} />
        </Fact>
        {company.partner_id && <Fact label={p.company.partner}>{company.partner_id}</Fact>}
        <Fact label={p.company.created}>
          <DateTime at={company.created} />
        </Fact>
        <Fact label={p.company.updated}>
          <DateTime at={company.updated} />
        </Fact>
      </FactList>
    </Card>
  )
}
