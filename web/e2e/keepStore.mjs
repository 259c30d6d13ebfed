// Makes the store that a release leaves for the tests of later ones: the demo, and something more in
// every table. `npm --prefix web run keep-store -- NAME` writes fixtures/stores/NAME.tar.gz.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startedTest, submittedTest } from './attempts.ts'
import { startServer } from './server.ts'

const [name] = process.argv.slice(2)
if (!/^[\w.-]+$/.test(name ?? '')) throw new Error('say how the store is called, as 0.1.0')
const stores = fileURLToPath(new URL('../../fixtures/stores', import.meta.url))

const server = await startServer()
try {
  await fill(server)
} finally {
  await server.close()
}
mkdirSync(stores, { recursive: true })
const file = path.join(stores, `${name}.tar.gz`)
execFileSync('tar', ['-czf', file, '-C', server.data, 'store'])
rmSync(server.data, { recursive: true })
console.log(file)

async function fill(server) {
  // A test that ended, one that runs, and one of written answers.
  await submittedTest(server, { exam: 'jamb-utme', mode: 'practice' })
  await submittedTest(server, { exam: 'wassce-waec-ssce', mode: 'practice', kind: 'theory' })
  const { call, attempt, paper } = await startedTest(server, { exam: 'jamb-utme', mode: 'mock' })
  const [first] = paper.subjects[0].questions
  const answers = [{ question: first._id, answer: first.options[1]._id }]
  await call(`/attempts/${attempt._id}/answers`, {
    method: 'PUT',
    json: { revision: attempt.revision, answers, review: [first._id], seen: [first._id] },
  })
  // A login that failed, a link that waits in a mail, a visitor's message with its reply.
  const post = (json) => ({ method: 'POST', json })
  const admin = await server.api('admin@sabi.test')
  const wrong = { email: 'student@sabi.test', password: 'not-this-one', bearer: true }
  await admin('/login', post(wrong)).then(
    () => {
      throw new Error('a wrong password was taken')
    },
    () => {},
  )
  await admin('/password/forgot', post({ email: 'student@sabi.test' }))
  await admin('/admin/subscribenewsletter/add', post({ email: 'reader@sabi.test' }))
  await admin(
    '/admin/contactus/add',
    post({
      firstName: 'Efua',
      lastName: 'Mensah',
      mobileNo: '0244000000',
      email: 'efua@sabi.test',
      subject: 'WASSCE',
      message: 'When does the next mock begin?',
    }),
  )
  const messages = await admin('/admin/contactus')
  await admin(
    `/admin/contactus/reply/${messages.data[0]._id}`,
    post({ replyMessage: 'On Monday.' }),
  )
  await admin(
    '/admin/advice-list/add',
    post({
      title: 'Keep on',
      min_percentage: 0,
      max_percentage: 9,
      description: 'Read the notes once more.',
      status: true,
    }),
  )
}
