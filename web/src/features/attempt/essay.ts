/** The code of the tools of written answers, which only tests with such answers fetch. */
export const loadEssay = () => import('./essay/EssayTools')
