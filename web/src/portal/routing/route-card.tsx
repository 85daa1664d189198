import type { UseQueryResult } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Card } from '../../ui/section-page.tsx'
import { RowButton, Table } from '../../ui/table.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import type { Route, RouteEditing } from './route.ts'

interface RouteCardProps<T extends Route> {
  texts: { title: string; add: string; none: string }
  routes: UseQueryResult<T[]>
  /** Where it leads to, in a few words. */
  describe: (route: T) => string
  dialog: (editing: Omit<RouteEditing<T>, 'instanceUuid'>) => ReactNode
  /** A new one stays open for changes. */
  opensNew?: boolean
  remove: (route: T) => Promise<unknown>
}

/** The routes of a kind: who may manage them adds, edits and deletes. */
export function RouteCard<T extends Route>(props: RouteCardProps<T>) {
  const { texts, routes, describe, dialog, opensNew = false, remove } = props
  const { mayManage } = usePortal()
  const [open, setOpen] = useState<{ kind: 'create' } | { kind: 'edit' | 'delete'; route: T }>()
  const close = () => setOpen(undefined)
  const refetch = () => void routes.refetch()
  return (
    <Card
      title={texts.title}
      actions={
        mayManage && (
          <Button icon={<Plus />} onClick={() => setOpen({ kind: 'create' })}>
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
                  <IconButton
                    label={p.routing.remove(route.name)}
                    onClick={() => setOpen({ kind: 'delete', route })}
                  >
                    <Trash2 />
                  </IconButton>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {open &&
        open.kind !== 'delete' &&
        dialog({
          route: open.kind === 'edit' ? open.route : undefined,
          onClose: close,
          onSaved(route) {
            refetch()
            setOpen(opensNew && open.kind === 'create' ? { kind: 'edit', route } : undefined)
          },
        })}
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
