import { Pencil, Trash2 } from 'lucide-react'
import type { Location } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/section-page.tsx'
import { addressLine } from '../forms/address-line.ts'
import { Fact, FactList } from '../shell/fact-list.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { linkTo } from '../shell/portal-path.ts'
import styles from './locations.module.css'

interface LocationCardProps {
  location: Location
  onEdit: () => void
  onDelete: () => void
}

export function LocationCard({ location, onEdit, onDelete }: LocationCardProps) {
  const { mayManage } = usePortal()
  const { name, email, phone, fax, callerid, building, latitude, longitude } = location
  const named: [label: string, value: string][] = [
    [p.locations.phone, phone],
    [p.locations.email, email],
    [p.locations.fax, fax],
    [p.locations.callerId, callerid],
    [p.locations.building, [building.type, building.value].filter(Boolean).join(' ')],
    [p.locations.position, latitude === null || longitude === null ? '' : `${latitude}, ${longitude}`],
  ]
  const facts = named.filter(([, value]) => value !== '')
  return (
    <Card
      title={name}
      actions={
        <span className={styles.row}>
          <Badge look={location.e911_provisioned ? 'success' : 'plain'}>
            {location.e911_provisioned ? p.locations.e911 : p.locations.noE911}
          </Badge>
          {mayManage && (
            <>
              <IconButton label={`${t.ui.edit}: ${name}`} onClick={onEdit}>
                <Pencil />
              </IconButton>
              <IconButton label={`${t.ui.delete}: ${name}`} onClick={onDelete}>
                <Trash2 />
              </IconButton>
            </>
          )}
        </span>
      }
    >
      <p className={styles.address}>{addressLine(location) || p.locations.noAddress}</p>
      {facts.length > 0 && (
        <FactList>
          {facts.map(([label, value]) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
        </FactList>
      )}
      <p className={styles.row}>
        <a {...linkTo('instances', location.pbx_id)}>{p.locations.toInstance}</a>
        <a {...linkTo('extensions', location.pbx_id)}>{p.locations.toExtensions}</a>
      </p>
    </Card>
  )
}
