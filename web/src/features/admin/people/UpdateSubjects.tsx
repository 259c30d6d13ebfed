// /admin/student-registered-subjects/update: replaces a student's registered subjects (spec 3 §4
// and §5). Student and exam are in the address.
import { Alert, Button, Group, List, Stack, Text, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import {
  allSubjects,
  refuseSubjectsChange,
  registrationsOf,
  replaceSubjects,
} from '@/shared/api/queries/backOffice'
import type { Registration } from '@/shared/api/types'
import { useApiForm } from '@/shared/forms/useApiForm'
import { useLeaveGuard } from '@/shared/forms/useLeaveGuard'
import { QueryView } from '@/shared/lazy/QueryView'
import { ChoiceCards } from '@/shared/ui/ChoiceCards'
import { notify } from '@/shared/ui/notify'
import { Page, Panel } from '@/shared/ui/Page'
import { EmptyState } from '@/shared/ui/states'
import { adminTexts, conflictTexts, leaveTexts } from '../messages'
import { adminPaths } from '../paths'
import { resourceKey } from '../resource/calls'
import { FreshView } from '../resource/FormParts'
import { mergeIds } from '../resource/values'
import { Crumbs } from '../ui/Crumbs'
import { FormDialog } from '../ui/FormDialog'
import { peopleTexts } from './messages'
import { nameOf } from './person'

type Subject = Awaited<ReturnType<typeof allSubjects>>[number]

export function UpdateSubjects() {
  const [params] = useSearchParams()
  const user = params.get('user') ?? ''
  const exam = params.get('exam') ?? ''
  const registration = useQuery({
    queryKey: [...resourceKey, 'registration', user, exam],
    queryFn: async () => {
      const { data } = await registrationsOf(user, { page: 1, limit: 100 })
      return data.find((one) => one.exam._id === exam) ?? null
    },
    staleTime: 0,
  })
  const subjects = useQuery({ queryKey: [...resourceKey, 'all-subjects'], queryFn: allSubjects })
  const list = { title: adminTexts.registered, to: adminPaths.registeredSubjects }
  const who = registration.data && nameOf(registration.data.student)
  return (
    <Page
      title={peopleTexts.updateTitle}
      description={[who, registration.data?.exam.title].filter(Boolean).join(', ')}
      crumbs={<Crumbs trail={[list]} here={who ?? peopleTexts.updateTitle} />}
      width={760}
    >
      <FreshView query={registration}>
        {(found) =>
          found === null ? (
            <EmptyState
              title={peopleTexts.notFound}
              action={
                <Button component={Link} to={list.to} mt="xs">
                  {list.title}
                </Button>
              }
            />
          ) : (
            <QueryView query={subjects}>
              {(all) => (
                <SubjectsForm
                  key={found._id}
                  registration={found}
                  open={all.filter((one) => fits(one, found))}
                />
              )}
            </QueryView>
          )
        }
      </FreshView>
    </Page>
  )
}

/** Whether a student with this registration can take the subject. */
function fits(subject: Subject, { exam, course, university, subjects }: Registration): boolean {
  if (subjects.some(({ _id }) => _id === subject._id)) return true
  if (!subject.status || subject.exam._id !== exam._id) return false
  const ofCourse = !course || subject.course.some(({ _id }) => _id === course._id)
  const there = subject.university
  return (
    ofCourse &&
    (!university || there.length === 0 || there.some(({ _id }) => _id === university._id))
  )
}

function SubjectsForm({ registration, open }: { registration: Registration; open: Subject[] }) {
  const { user, exam, subjects, subjectsUpdate, updateRequest } = registration
  const registered = subjects.map(({ _id }) => _id)
  // The stored subjects that the choice is based on. A later version is merged into the choice and
  // shown before anything is sent.
  const base = useRef({ version: registration.version, subjects: registered })
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isRefusing, setRefusing] = useState(false)
  const most = exam.maximumSubjects
  const stays = new Set(subjects.filter(({ mandetory }) => mandetory).map(({ _id }) => _id))
  const { form, props, sending, failure } = useApiForm({
    initialValues: { subjects: registered },
    validate: {
      subjects: (chosen) =>
        chosen.length === 0
          ? peopleTexts.selectOne
          : chosen.length > most
            ? peopleTexts.tooMany(most)
            : null,
    },
    send: ({ subjects: chosen }) =>
      replaceSubjects({
        userId: user,
        examId: exam._id,
        subjects: chosen,
        version: base.current.version,
      }),
    onDone: () => {
      guard.letGo()
      notify.success(peopleTexts.updated)
      void client.invalidateQueries({ queryKey: resourceKey })
      navigate(adminPaths.registeredSubjects)
    },
    onFailed: ({ reason }) => {
      if (reason !== 'changed') return
      void client.invalidateQueries({ queryKey: [...resourceKey, 'registration'] })
    },
  })
  const chosen = form.values.subjects
  useEffect(() => {
    if (registration.version <= base.current.version) return
    form.setFieldValue('subjects', mergeIds(base.current.subjects, chosen, registered))
    base.current = { version: registration.version, subjects: registered }
  })
  const guard = useLeaveGuard(
    chosen.length !== registered.length || chosen.some((id) => !registered.includes(id)),
    leaveTexts,
  )
  const choose = (ids: string[]) => {
    form.clearErrors()
    // A registered mandatory subject is never replaced.
    form.setFieldValue('subjects', [...new Set([...stays, ...ids])])
  }
  return (
    <Panel>
      <form {...props}>
        <Stack gap="lg">
          <div>
            <Text fw={600} fz="sm">
              {peopleTexts.wanted}
            </Text>
            {subjectsUpdate.length > 0 ? (
              <Group justify="space-between" align="flex-end">
                <List fz="sm">
                  {subjectsUpdate.map(({ _id, title }) => (
                    <List.Item key={_id}>{title}</List.Item>
                  ))}
                </List>
                <Group gap="xs">
                  <Button size="xs" variant="default" onClick={() => setRefusing(true)}>
                    {peopleTexts.refuse}
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => choose(subjectsUpdate.map(({ _id }) => _id))}
                  >
                    {peopleTexts.takeWanted}
                  </Button>
                </Group>
              </Group>
            ) : (
              <Text fz="sm" c="dimmed">
                {updateRequest ? peopleTexts.changedAlready : peopleTexts.wantedNothing}
              </Text>
            )}
          </div>
          <ChoiceCards
            legend={peopleTexts.choose}
            multiple
            minWidth={200}
            choices={open.map(({ _id, title, mandetory }) => ({
              value: _id,
              title,
              disabled: stays.has(_id),
              ...(stays.has(_id)
                ? { text: peopleTexts.mandatoryStays }
                : registered.includes(_id) && { text: peopleTexts.now }),
              badge: mandetory ? peopleTexts.mandatory : undefined,
            }))}
            value={chosen}
            onChange={choose}
            error={(form.errors.subjects as string | undefined) ?? null}
          />
          <Text c="dimmed" fz="sm" role="status">
            {peopleTexts.chosen(chosen.length, most)}
          </Text>
          {failure?.reason === 'changed' && (
            <Alert color="sun" role="alert" title={conflictTexts.title}>
              {peopleTexts.registeredNow(subjects.map(({ title }) => title).join(', '))}
            </Alert>
          )}
          {failure && failure.reason !== 'changed' && !form.errors.subjects && (
            <Text c="red" role="alert">
              {failure.errMessage}
            </Text>
          )}
          <Group justify="flex-end" gap="sm">
            <Button component={Link} to={adminPaths.registeredSubjects} variant="default">
              {peopleTexts.cancel}
            </Button>
            <Button type="submit" loading={sending}>
              {peopleTexts.update}
            </Button>
          </Group>
        </Stack>
      </form>
      {guard.dialog}
      {isRefusing && (
        <RefuseChangeDialog registration={registration} onClose={() => setRefusing(false)} />
      )}
    </Panel>
  )
}

/** Declines a student's change request, with a reason for the student. */
function RefuseChangeDialog({ registration, onClose }: RefuseChangeDialogProps) {
  const client = useQueryClient()
  const { _id, version, student, subjectsUpdate } = registration
  const { form, failure, ...sent } = useApiForm({
    initialValues: { reason: '' },
    send: ({ reason }) => refuseSubjectsChange(_id, { reason, version }),
    onDone: ({ message }) => {
      notify.success(message)
      void client.invalidateQueries()
      onClose()
    },
    // Somebody else has decided meanwhile: the page shows the current state.
    onFailed: ({ status }) => {
      if (status === 409) void client.invalidateQueries()
    },
  })
  return (
    <FormDialog
      title={peopleTexts.refuseTitle}
      submit={peopleTexts.refuse}
      color="red"
      form={sent}
      error={failure !== null && !form.errors.reason && failure.errMessage}
      onClose={onClose}
    >
      <Text fz="sm">
        {peopleTexts.refuseAbout(
          nameOf(student),
          subjectsUpdate.map(({ title }) => title).join(', '),
        )}
      </Text>
      <Textarea
        label={peopleTexts.refuseReason}
        autosize
        minRows={3}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}

interface RefuseChangeDialogProps {
  registration: Registration
  onClose: () => void
}
