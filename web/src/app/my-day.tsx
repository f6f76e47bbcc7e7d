import { MyDayPage } from '../features/my-day/my-day-page';
import { WeekPanel } from '../features/progress/meters/week-panel';

/** My day with the week's panel beside it. */
export const MyDay = () => <MyDayPage aside={<WeekPanel />} />;
