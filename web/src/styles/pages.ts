/** The looks of all pages but the lobby and the table, which are seen first. */
import "./rules.css";
import "./you.css";
import "./solo.css";
import "./puzzles.css";
import "./learn.css";
import "./text.css";
