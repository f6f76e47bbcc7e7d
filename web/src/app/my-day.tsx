import { MyDayPage } from '../features/my-day/my-day-page';
import { WeekPanel } from '../features/progress/week-panel';

/** The day's leads, and beside them how the week goes. */
export const MyDay = () => <MyDayPage aside={<WeekPanel />} />;
