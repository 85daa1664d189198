import type { UseQueryResult } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Card } from '../../ui/section-page.tsx'
import { RowButton, Table } from '../../ui/table.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'

export interface Route {
  id: string
  number: number
  name: string
}

interface RouteCardProps<T extends Route> {
  texts: { title: string; add: string; none: string }
  routes: UseQueryResult<T[]>
  /** Where it leads to, in a few words. */
  describe: (route: T) => string
  /** Without a route: a new one. */
  dialog: (props: { route?: T; onClose: () => void; onSaved: () => void }) => ReactNode
  remove: (route: T) => Promise<unknown>
}

/** The routes of a kind: who may manage them adds, edits and deletes. */
export function RouteCard<T extends Route>({ texts, routes, describe, dialog, remove }: RouteCardProps<T>) {
  const { mayManage } = usePortal()
  const [open, setOpen] = useState<{ kind: 'create' } | { kind: 'edit' | 'delete'; route: T }>()
  const close = () => setOpen(undefined)
  const refetch = () => void routes.refetch()
  return (
    <Card
      title={texts.title}
      actions={
        mayManage && (
          <Button size="small" icon={<Plus />} onClick={() => setOpen({ kind: 'create' })}>
            {texts.add}
          </Button>
        )
      }
    >
      {routes.error !== null && <ErrorState error={routes.error} onRetry={refetch} />}
      {routes.isFetching && !routes.data && <LoadingState />}
      {routes.data?.length === 0 && <p>{texts.none}</p>}
      {routes.data && routes.data.length > 0 && (
        <Table label={texts.title} headings={[p.routing.number, p.routing.name, p.routing.leadsTo, '']}>
          {routes.data.map((route) => (
            <tr key={route.id}>
              <td>{route.number}</td>
              <td>
                {mayManage ? (
                  <RowButton
                    aria-label={p.routing.edit(route.name)}
                    onClick={() => setOpen({ kind: 'edit', route })}
                  >
                    {route.name}
                  </RowButton>
                ) : (
                  route.name
                )}
              </td>
              <td data-label={p.routing.leadsTo}>{describe(route)}</td>
              <td>
                {mayManage && (
                  <Button
                    size="small"
                    look="plain"
                    icon={<Trash2 />}
                    aria-label={p.routing.remove(route.name)}
                    onClick={() => setOpen({ kind: 'delete', route })}
                  />
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {open?.kind === 'create' && dialog({ onClose: close, onSaved: refetch })}
      {open?.kind === 'edit' && dialog({ route: open.route, onClose: close, onSaved: refetch })}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          title={p.routing.removeTitle(open.route.name)}
          confirm={t.ui.delete}
          onConfirm={async () => {
            await remove(open.route)
            refetch()
          }}
          onClose={close}
        >
          {p.routing.removeText}
        </ConfirmDialog>
      )}
    </Card>
  )
}
