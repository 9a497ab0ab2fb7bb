use super::*;

fn question() -> Question {
    let game = galet_games::all()[0].start(&SetupText::default()).expect("its start");
    Question {
        version: VERSION,
        number: 1,
        attempt: 1,
        asked: 100_000,
        deadline: 160_000,
        answer: "x.answer.one".to_owned(),
        client: 2,
        line: line_of(&*game),
        position: PositionMark::of(&*game),
        task: Task::Play { level: 3, clock: Some([1_000, 0]), seed: u64::MAX },
    }
}

#[test]
fn a_question_is_read_as_it_was_written() {
    let question = question();
    let text = serde_json::to_vec(&question).expect("it is written");
    assert_eq!(Question::read(&text, "x.answer.").expect("it is read"), question);
    assert!(question.game().is_ok());
    assert!(matches!(Question::read(&text, "y.answer."), Err(Unreadable::Subject)));
    let large = vec![b' '; MAX_QUESTION + 1];
    assert!(matches!(Question::read(&large, "x."), Err(Unreadable::TooLarge { .. })));
}

#[test]
fn an_old_question_is_dropped_unless_only_a_clock_is_wrong() {
    let (question, oldest) = (question(), Duration::from_secs(120));
    assert!(!question.is_over(160_000, oldest));
    assert!(question.is_over(161_000, oldest));
    assert!(!question.is_over(1_000, oldest), "asked in the future");
    assert!(!question.is_over(100_000_000, oldest), "no queue keeps anything for so long");
}

#[test]
fn a_clock_runs_while_its_question_waits() {
    let left = |task: Task| match task {
        Task::Play { clock, .. } => clock,
        _ => None,
    };
    let mut question = question();
    assert_eq!(left(question.task.after(300)), Some([700, 0]));
    assert_eq!(left(question.task.after(3_000)), Some([0, 0]));
    assert_eq!(left(question.task_now()), Some([1_000, 0]), "another clock asked in 1970");
    question.asked_now(Duration::from_secs(60));
    assert!(!question.is_over(now(), Duration::from_secs(60)));
    assert_eq!(question.deadline - question.asked, 30_000);
}

#[test]
fn the_longest_game_fits_into_a_question() {
    let mut question = question();
    // The longest texts of moves have some seventy signs.
    question.line.moves = vec!["x".repeat(70); MAX_MOVES];
    let text = serde_json::to_vec(&question).expect("it is written");
    assert!(text.len() <= MAX_QUESTION, "{} bytes", text.len());
}
