// The name of practice without internet, on every link that leads to it. In the students' bundle.
export const offlinePractice = 'Practise without internet'
